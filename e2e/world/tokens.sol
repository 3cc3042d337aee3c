// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// As USDT on Ethereum: six decimals, and `transfer` returns nothing.
contract TetherLike {
    mapping(address => uint256) public balanceOf;
    uint8 public constant decimals = 6;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Noted(address indexed by);

    constructor() {
        balanceOf[msg.sender] = 1e15;
    }

    function transfer(address to, uint256 value) public virtual {
        require(balanceOf[msg.sender] >= value, "balance");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }

    /// Several transfers in one transaction, with a foreign log before them.
    function transferMany(address[] calldata to, uint256 value) external {
        emit Noted(msg.sender);
        for (uint256 i = 0; i < to.length; i++) transfer(to[i], value);
    }
}

/// As USDC: `transfer` answers whether it worked.
contract CircleLike {
    mapping(address => uint256) public balanceOf;
    uint8 public constant decimals = 6;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor() {
        balanceOf[msg.sender] = 1e15;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        require(balanceOf[msg.sender] >= value, "balance");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
