// Loaded first into each process the launcher starts: when the launcher is gone, however it went, the process stops in order.
if (process.channel) {
  process.channel.unref();
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
}
