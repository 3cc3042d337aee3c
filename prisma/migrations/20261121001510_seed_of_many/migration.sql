-- Every deposit sent in the sandbox looks up what its script was sent before.
create index sandbox_transfer_script on sandbox_transfer (script, asset);
