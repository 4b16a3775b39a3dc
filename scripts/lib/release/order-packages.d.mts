export declare const orderPackages: <Manifest extends { name: string }>(
  manifests: readonly Manifest[],
) => Manifest[]
