/** The fields of a manifest that the table of shared fields reads. */
interface PackageManifest {
  exports: Record<string, Record<string, string>>
}

export function completePackage<Manifest extends PackageManifest>(
  folder: string,
  manifest: Manifest,
  root?: { license: string; type: string; engines: { node: string } },
): Manifest

export function printManifest(manifest: object): string
