import { existsSync } from 'node:fs'
import { lastLines, runProcess, seconds } from './run-process.mjs'

/** The places of Chromium and of browsers made from it, in Debian and other systems. */
const places = [
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Returns the path of Chromium: that of the variable CHROMIUM, or an installed one. Without one, installs
 * Debian's package as root; otherwise prints that the tests are skipped, and returns nothing.
 */
export const findChromium = async () => {
  const { CHROMIUM: named } = process.env
  if (named !== undefined && !existsSync(named)) {
    console.error(`The variable CHROMIUM names a file that does not exist: ${named}. Correct or unset it.`)
    process.exit(1)
  }
  const found = named ?? places.find((place) => existsSync(place))
  if (found !== undefined) return found
  const isRoot = process.getuid?.() === 0
  const problem =
    isRoot && existsSync('/usr/bin/apt-get') ? await install() : 'it is not installed, and only root can'
  if (problem === undefined) return places[0]
  console.log(`skipped: Chromium was not found: ${problem}.`)
  console.log('Install Debian\'s package "chromium", or set CHROMIUM to the path of the program.')
  return undefined
}

/** Installs Debian's package. Returns a problem, or nothing. */
const install = async () => {
  const since = performance.now()
  process.stdout.write('Installing Chromium from Debian ... ')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const packages = ['chromium', 'fonts-dejavu-core']
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...packages]]) {
    const { code, output } = await runProcess('apt-get', ['--quiet', ...args], { env })
    if (code === 0) continue
    console.log('failed')
    return `apt-get ${args[0]} exited with ${code} (${lastLines(output, 1)})`
  }
  console.log(`done in ${seconds(since)}`)
  return existsSync(places[0]) ? undefined : `apt-get installed no ${places[0]}`
}
