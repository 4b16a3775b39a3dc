// Imported before anything else, so it says what is missing before something newer fails without a word.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Amelia needs Node 20.19 or newer, and this is Node ${process.versions.node}.`)
  console.error('Install a newer one from https://nodejs.org and run the command again.')
  process.exit(1)
}
