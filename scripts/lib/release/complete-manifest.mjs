const kinds = ['dependencies', 'peerDependencies', 'optionalDependencies']

/**
 * Returns a packed manifest with the place of its sources. Throws for a range of the workspace, which no
 * package manager could install.
 */
export const completeManifest = (manifest, { origin, folder }) => {
  const open = kinds
    .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
    .filter(([, range]) => /^(?:workspace|file|link|catalog):/.test(range))
  if (open.length > 0)
    throw new Error(
      `${manifest.name} would be released with ${open.map(([name, range]) => `"${name}": "${range}"`).join(', ')}. Users can install only ranges of versions: pack it with pnpm.`,
    )
  const url = typeof origin.repository === 'string' ? origin.repository : origin.repository.url
  // Provenance and trusted publishing compare this URL with that of the workflow.
  return { ...manifest, ...origin, repository: { type: 'git', url, directory: folder } }
}
