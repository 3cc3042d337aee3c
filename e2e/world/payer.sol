// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function transfer(address to, uint256 value) external;
}

/// Pays out by its code: in no transaction of its own, and without a log.
contract Payer {
    receive() external payable {}

    /// Several payments in one transaction.
    function pay(address payable[] calldata to, uint256[] calldata value) external payable {
        for (uint256 i = 0; i < to.length; i++) {
            (bool taken, ) = to[i].call{value: value[i]}("");
            require(taken, "not taken");
        }
    }

    /// A payment that is undone, in a transaction that is not.
    function undone(address payable to, uint256 value) external {
        try this.payAndFail(to, value) {} catch {}
    }

    function payAndFail(address payable to, uint256 value) external {
        (bool taken, ) = to.call{value: value}("");
        require(!taken, "undone");
    }

    /// All that it has, and its end.
    function end(address payable to) external {
        selfdestruct(to);
    }

    /// A token that it has.
    function give(Token token, address to, uint256 value) external {
        token.transfer(to, value);
    }
}
