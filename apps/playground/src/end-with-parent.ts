// Preloaded into the server process. The IPC channel closes when the playground ends for any reason, and the
// server then shuts down gracefully.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
