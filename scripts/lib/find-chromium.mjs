import { existsSync } from 'node:fs'
import { canInstallDebian, installDebian } from './install-debian.mjs'

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
  const problem = canInstallDebian() ? await install() : 'it is not installed, and only root can'
  if (problem === undefined) return places[0]
  console.log(`skipped: Chromium was not found: ${problem}.`)
  console.log('Install Debian\'s package "chromium", or set CHROMIUM to the path of the program.')
  return undefined
}

/** Installs Debian's package. Returns a problem, or nothing. */
const install = async () => {
  const problem = await installDebian('Chromium', ['chromium', 'fonts-dejavu-core'])
  return problem ?? (existsSync(places[0]) ? undefined : `apt-get installed no ${places[0]}`)
}
