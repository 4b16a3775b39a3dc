export declare const completeManifest: (
  manifest: object,
  release: { origin: Record<string, unknown>; folder: string },
) => Record<string, unknown>
