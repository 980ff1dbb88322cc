// In the place of wsl-utils: oclif would load it at each start (6 ms) to tell a Windows host's Linux
// from others, which makes no difference here.
export const isWsl = false;
