/**
 * Ends this process with the npm that started it. On SIGTERM npm ends only its shell, which leaves this process running
 * (seen with dash
 * 0.5.12). `exec node` in package.json would avoid that, but cmd.exe on Windows has no `exec`.
 */
const CHECK_INTERVAL_MS = 500;

if (process.env.npm_lifecycle_event && process.platform !== 'win32') {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_INTERVAL_MS).unref();
}
