export declare const readOrigin: (manifest: object) => Record<string, unknown>
