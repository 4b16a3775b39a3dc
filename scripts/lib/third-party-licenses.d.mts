import type { Options } from 'tsup'

export declare const thirdPartyLicenses: () => NonNullable<Options['esbuildPlugins']>[number]
