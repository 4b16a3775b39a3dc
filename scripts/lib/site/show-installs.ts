/**
 * Whether the packages are on npm. Until then, the install commands of the documents show a clone beside the
 * reader's project. After a change, `npm run tables` writes all of them.
 */
const isPublished = false

/** Packages whose folder differs from their name. */
const unscoped = ['amelia', 'create-amelia']

/**
 * Writes the install commands in the code blocks of a page: names of packages if they are published, and
 * folders of the clone `../amelia` otherwise. Lines that do not begin with `npm install` stay as they are.
 */
export const showInstalls = (text: string, published: boolean = isPublished): string =>
  text.replace(/^( *)npm install .*$/gm, (line) =>
    line
      .split(' ')
      .map((word) => (published ? nameOf(word) : folderOf(word)))
      .join(' '),
  )

/** The page about the installation. */
export const renderInstall = (published: boolean = isPublished): string =>
  published
    ? `# Install

\`\`\`sh why-not="the packages are linked once for all tests"
npm install --global @amelia/cli
npm install amelia @amelia/driver-claude
\`\`\`

${afterwards}`
    : `# Install

The packages are not on npm yet.
**Do not install a package of these names from there**: it would be somebody else's.
Get a clone beside your project, as the folder \`amelia\`, and build it:

\`\`\`sh why-not="the packages are built once for all tests"
cd amelia
npm run setup
\`\`\`

In your project, the command and the packages are then installed from the clone:

\`\`\`sh why-not="the packages are linked once for all tests"
npm install --global ../amelia/packages/cli
npm install ../amelia/packages/amelia ../amelia/packages/driver-claude
\`\`\`

Both are links: \`npm run setup\` in the clone updates them.
The SDK of an agent belongs into the folder that contains the clone, because the linked command searches from there.
All install commands of this documentation show the clone.

${afterwards}`

const afterwards = `The first command is for a terminal, the second for a program.
[Choose packages](packages.md) lists the packages for every purpose; a program that embeds runs adds \`@amelia/core\` and \`@amelia/node\`.

You need Node 20.19 or newer, and git 2.38 or newer.
A program in TypeScript needs version 5.7 or newer.
Runs with processes need Linux or macOS, or WSL on Windows.
\`amelia doctor\` checks all of this, and names what is missing.
Without an agent, plans of [steps](../concepts/plans.md#steps) run; for agents, see [Claude in five minutes](claude.md) and [Agents](../concepts/agents.md).
`

const folderOf = (word: string): string => {
  if (word.startsWith('@amelia/')) return `../amelia/packages/${word.slice('@amelia/'.length)}`
  return unscoped.includes(word) ? `../amelia/packages/${word}` : word
}

const nameOf = (word: string): string => {
  const [, folder] = /^\.\.\/amelia\/packages\/([\w-]+)$/.exec(word) ?? []
  if (folder === undefined) return word
  return unscoped.includes(folder) ? folder : `@amelia/${folder}`
}
