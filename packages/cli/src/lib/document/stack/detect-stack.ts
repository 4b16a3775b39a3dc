import type { Stack } from '@amelia/core/view'

/** The files that {@link detectStack} reads if they exist. */
export const stackFiles = [
  'package.json',
  'pyproject.toml',
  'requirements.txt',
  'go.mod',
  'Cargo.toml',
] as const

type Signs = readonly (readonly [sign: string, name: string])[]

/** The first match wins, so a framework comes before the one it is built on. */
const nodeFrameworks: Signs = [
  ['next', 'Next.js'],
  ['nuxt', 'Nuxt'],
  ['@remix-run/react', 'Remix'],
  ['@sveltejs/kit', 'SvelteKit'],
  ['astro', 'Astro'],
  ['@nestjs/core', 'NestJS'],
  ['@angular/core', 'Angular'],
  ['svelte', 'Svelte'],
  ['vue', 'Vue'],
  ['react', 'React'],
  ['express', 'Express'],
  ['fastify', 'Fastify'],
  ['hono', 'Hono'],
  ['koa', 'Koa'],
]
const nodeTests: Signs = [
  ['vitest', 'Vitest'],
  ['jest', 'Jest'],
  ['mocha', 'Mocha'],
  ['ava', 'AVA'],
  ['@playwright/test', 'Playwright'],
]
const pythonFrameworks: Signs = [
  ['fastapi', 'FastAPI'],
  ['django', 'Django'],
  ['flask', 'Flask'],
  ['starlette', 'Starlette'],
]
const goFrameworks: Signs = [
  ['github.com/gin-gonic/gin', 'Gin'],
  ['github.com/labstack/echo', 'Echo'],
  ['github.com/gofiber/fiber', 'Fiber'],
  ['github.com/go-chi/chi', 'chi'],
]
const rustFrameworks: Signs = [
  ['axum', 'Axum'],
  ['actix-web', 'Actix Web'],
  ['rocket', 'Rocket'],
  ['tokio', 'Tokio'],
]

/**
 * Guesses a project's stack from the names of its root files and the contents of those in {@link stackFiles}.
 *
 * The result is for display only. A file that cannot be parsed counts as empty.
 */
export const detectStack = (files: Iterable<string>, texts: ReadonlyMap<string, string>): Stack => {
  const names = new Set(files)
  const has = (name: string): boolean => names.has(name) || texts.has(name)
  if (has('package.json')) return nodeStack(names, texts.get('package.json') ?? '')
  if (has('pyproject.toml') || has('requirements.txt')) {
    const text = `${texts.get('pyproject.toml') ?? ''}\n${texts.get('requirements.txt') ?? ''}`
    return stack('Python', find(pythonFrameworks, text), mentions(text, 'pytest') ? 'pytest' : 'unittest')
  }
  if (has('go.mod')) return stack('Go', find(goFrameworks, texts.get('go.mod') ?? ''), 'go test')
  if (has('Cargo.toml'))
    return stack('Rust', find(rustFrameworks, texts.get('Cargo.toml') ?? ''), 'cargo test')
  return {}
}

const nodeStack = (names: ReadonlySet<string>, text: string): Stack => {
  const { packages, testScript } = readPackage(text)
  const first = (signs: Signs) => signs.find(([sign]) => packages.has(sign))?.[1]
  const typed = names.has('tsconfig.json') || packages.has('typescript')
  const builtIn = /\bnode\b.*--test\b/.test(testScript) ? 'node:test' : undefined
  return stack(typed ? 'TypeScript' : 'JavaScript', first(nodeFrameworks), first(nodeTests) ?? builtIn)
}

const readPackage = (text: string): { packages: Set<string>; testScript: string } => {
  const manifest = parse(text)
  const packages = ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((key) =>
    Object.keys(field(manifest, key) ?? {}),
  )
  const script = field(field(manifest, 'scripts'), 'test')
  return { packages: new Set(packages), testScript: typeof script === 'string' ? script.slice(0, 500) : '' }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const field = (value: unknown, key: string): object | string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const found: unknown = Object.getOwnPropertyDescriptor(value, key)?.value
  return typeof found === 'string' || (typeof found === 'object' && found !== null) ? found : undefined
}

const find = (signs: Signs, text: string): string | undefined =>
  signs.find(([sign]) => mentions(text, sign))?.[1]

/** Whether a manifest contains a name as a complete word. */
const mentions = (text: string, name: string): boolean => {
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + 1)) {
    const around = (lower[at - 1] ?? ' ') + (lower[at + name.length] ?? ' ')
    if (!/[a-z0-9_-]/.test(around)) return true
  }
  return false
}

const stack = (language: string, framework: string | undefined, tests: string | undefined): Stack => ({
  language,
  ...(framework !== undefined && { framework }),
  ...(tests !== undefined && { tests }),
})
