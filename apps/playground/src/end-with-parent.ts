// Loaded into the server's process before the server. The channel to the playground closes when that ends, however it ends, and
// the server then stops as it does when it is asked to.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
