import type { FoundFiles } from '@amelia/core/plugin'

/** Combines the files of a plan in a folder. Undefined without files that contain work. */
export const foundFiles = (
  tool: string,
  works: readonly string[],
  context: readonly string[] = [],
): FoundFiles | undefined =>
  works.length === 0
    ? undefined
    : {
        tool,
        files: [
          ...works.map((path) => ({ path })),
          ...context.map((path) => ({ path, context: true as const })),
        ],
      }

/** Returns the paths that match a pattern. */
export const matching = (paths: readonly string[], pattern: RegExp): string[] =>
  paths.filter((path) => pattern.test(path))
