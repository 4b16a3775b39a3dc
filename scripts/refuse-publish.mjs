/** Runs before `npm publish` in the folder of a package, whose manifest is not that of a release. */
console.error(
  `${process.cwd()} cannot be published: its manifest has workspace ranges and no repository. Run \`npm run release\` in the root, which publishes complete manifests.`,
)
process.exitCode = 1
