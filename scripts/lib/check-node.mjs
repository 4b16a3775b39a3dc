// Imported first, so that it reports an old Node before newer syntax fails.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Amelia needs Node 20.19 or newer, and this is Node ${process.versions.node}.`)
  console.error('Install a newer one from https://nodejs.org and run the command again.')
  process.exit(1)
}
