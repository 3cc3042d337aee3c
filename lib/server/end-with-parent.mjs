// Loaded first into each process the launcher starts: when the launcher is gone, however it went, the process stops in order.
if (process.channel) {
  process.channel.unref();
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // What this process forks in turn lives by its own channel, which must hold it.
  process.execArgv.splice(process.execArgv.indexOf("--import"), 2);
}
