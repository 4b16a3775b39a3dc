/** Returns manifests so that each comes after those it depends on: a user never gets half a release. */
export const orderPackages = (manifests) => {
  const byName = new Map(manifests.map((manifest) => [manifest.name, manifest]))
  const ordered = new Set()
  const add = (manifest) => {
    if (ordered.has(manifest)) return
    for (const name of Object.keys({ ...manifest.peerDependencies, ...manifest.dependencies }))
      if (byName.has(name)) add(byName.get(name))
    ordered.add(manifest)
  }
  for (const manifest of manifests) add(manifest)
  return [...ordered]
}
