import './lib/check-node.mjs'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createBaseImage } from './lib/container/create-base-image.mjs'
import { findPodman } from './lib/container/find-podman.mjs'
import { createRepository } from './lib/create-repository.mjs'
import { root } from './lib/project.mjs'
import { publishPackages } from './lib/release/publish-packages.mjs'
import { stagePackages } from './lib/release/stage-packages.mjs'
import { startRegistry } from './lib/release/start-registry.mjs'
import { lastLines, runProcess, seconds } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'

/**
 * Runs the container recipe of `docs/use/security.md` as it is written there, with Podman and the packages of
 * this checkout, and checks that the container is confined. Where no registry of images can be reached, the
 * base is an image of Debian with Node.
 */
if (!(await findPodman())) process.exit(0)
await setUp({ build: true })

const page = readFileSync(join(root, 'docs/use/security.md'), 'utf8')
const recipe = page.slice(page.indexOf('## In a container'), page.indexOf('## Reporting'))
const [, containerfile = ''] = /```dockerfile\n(.*?)```/s.exec(recipe) ?? []
const [build = '', use = ''] = [...recipe.matchAll(/```sh\n(.*?)```/gs)].map(([, script]) => script)
const [, image = ''] = /^FROM (\S+)$/m.exec(containerfile) ?? []
const isRoot = process.getuid() === 0

const counts = { passed: 0, failed: 0 }
const check = async (title, action, expected = () => true) => {
  const since = performance.now()
  const { code, output } = await action()
  const passed = code === 0 && expected(output)
  counts[passed ? 'passed' : 'failed'] += 1
  console.log(`${passed ? 'ok    ' : 'failed'}  ${title}  ${seconds(since)}`)
  if (!passed) console.log(`\n${lastLines(output, 60)}\n`)
  return passed
}

const scratch = mkdtempSync(join(tmpdir(), 'amelia-container-'))
const place = (name) => {
  const folder = join(scratch, name)
  mkdirSync(folder, { recursive: true })
  return folder
}
const [bin, context] = ['bin', 'context'].map(place)
const settings = join(scratch, 'containers.conf')
// The default limits of a container may be above those of this machine.
writeFileSync(settings, '[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]\n')
writeFileSync(join(scratch, 'gitconfig'), '[safe]\n\tdirectory = *\n')
const env = {
  ...process.env,
  CONTAINERS_CONF: settings,
  GIT_CONFIG_GLOBAL: join(scratch, 'gitconfig'),
  PATH: `${bin}${delimiter}${process.env.PATH}`,
}

/**
 * Writes the `podman` that the recipe starts. It takes the packages from the registry of this test. As root,
 * it leaves out the flag that only other users may use, and gives the clone to the user of the image instead.
 */
const writePodman = async (registry) => {
  const { output } = await runProcess('sh', ['-c', 'command -v podman'])
  const real = output.trim()
  // As root, crun refuses the older groups of processes that some machines have.
  const runtime = isRoot ? '--runtime runc ' : ''
  const script = `#!/bin/sh
set -e
command=$1; shift
case "$command" in
build) exec ${real} ${runtime}build --network host --pull=never --env NPM_CONFIG_REGISTRY=${registry} "$@" ;;
${
  isRoot
    ? `run) for argument; do shift; case "$argument" in --userns | keep-id) ;; *) set -- "$@" "$argument" ;; esac; done
  chown -R 1000 "${join(scratch, 'job')}" ;;
`
    : ''
}esac
exec ${real} ${runtime}"$command" "$@"
`
  writeFileSync(join(bin, 'podman'), script, { mode: 0o755 })
}

const sh = (script, cwd) => runProcess('sh', ['-e', '-c', script], { cwd, env })
const git = (folder, ...args) => runProcess('git', ['-C', folder, ...args], { env })

const runRecipe = async (registry) => {
  const staged = await stagePackages(join(scratch, 'stage'), {
    repository: 'https://git.example.org/amelia',
    homepage: 'https://amelia.example.org',
    bugs: 'https://git.example.org/amelia/issues',
  })
  await publishPackages(staged, { args: [...registry.args, '--provenance=false'], log: () => {} })
  await writePodman(registry.url)
  const podman = async (...args) => (await runProcess('podman', args, { env })).code === 0
  if (!(await podman('image', 'exists', image)) && !(await podman('pull', '--quiet', image))) {
    console.log(`        ${image} cannot be pulled: making one from Debian`)
    await createBaseImage(image, place('base'))
  }

  writeFileSync(join(context, 'Containerfile'), containerfile)
  if (!(await check('the image is built', () => sh(build, context)))) return
  const repository = await createRepository(join(scratch, 'repository'))
  copyFileSync(join(root, 'examples/demo/plan.md'), join(repository, 'plan.md'))
  await git(repository, 'add', '.')
  await git(repository, 'commit', '--quiet', '--message', 'Add a plan')
  await check('the recipe runs a plan and fetches its branch', () => sh(use, repository))
  await check(
    'the branch has a commit for each phase',
    () => git(repository, 'log', '--format=%B', 'main..result'),
    (output) => (output.match(/^Amelia-Phase: /gm) ?? []).length === 6,
  )

  const start = use.split('\n').find((line) => line.startsWith('podman run ')) ?? ''
  /** Starts a shell in the container of the recipe. */
  const inside = (script) =>
    sh(start.replace(/ amelia run .*/, ` --entrypoint sh amelia -c '${script}'`), repository)
  await check('the container writes to the clone', () => inside('touch /work/new && rm /work/new'))
  for (const [title, script] of [
    ['is not the administrator', 'test "$(id -u)" != 0'],
    ['writes to nothing else', '! touch /home/node/new /usr/new /etc/new'],
    ['has no network', '! node -e "fetch(\\"https://example.com\\").catch(() => process.exit(1))"'],
    ['has no capabilities', 'grep -q "^CapBnd:.0000000000000000$" /proc/self/status'],
    ['cannot get more rights', 'grep -q "^NoNewPrivs:.1$" /proc/self/status'],
  ])
    await check(`the container ${title}`, () => inside(script))
}

const registry = await startRegistry(join(scratch, 'registry'))
try {
  await runRecipe({ ...registry, url: registry.args[0].replace('--registry=', '') })
} finally {
  await registry.end()
  rmSync(scratch, { recursive: true, force: true })
}
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 ? 0 : 1
