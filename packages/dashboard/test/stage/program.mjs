import { fileURLToPath } from 'node:url'

/** The command line of this checkout, as it is published. */
export const program = fileURLToPath(new URL('../../../cli/bin/amelia.js', import.meta.url))
