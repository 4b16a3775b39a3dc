import { parseManifest } from './parse-manifest.ts'

const parts = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
  'resolutions',
  'pnpm',
  'workspaces',
  'packageManager',
  'name',
  'version',
]

/** Manifests in which projects declare dependencies; `package.json` is read part by part. */
const manifests =
  /(?:^|\/)(?:pnpm-workspace\.yaml|\.npmrc|deno\.jsonc?|jsr\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements[^/]*\.(?:txt|in)|pipfile|pixi\.toml|cargo\.toml|go\.(?:mod|work)|gemfile|[^/]+\.gemspec|composer\.json|mix\.exs|build\.gradle(?:\.kts)?|libs\.versions\.toml|directory\.packages\.props|[^/]+\.(?:cs|fs|vb)proj|pubspec\.yaml|package\.swift)$/i

/** Whether a changed file declares dependencies. For a `package.json` only its dependencies count. */
export const dependenciesChanged = (path: string, before: string, after: string): boolean => {
  if (!/(?:^|\/)package\.json$/.test(path)) return manifests.test(path)
  const [old, now] = [parseManifest(before), parseManifest(after)]
  return parts.some((part) => JSON.stringify(old?.get(part)) !== JSON.stringify(now?.get(part)))
}
