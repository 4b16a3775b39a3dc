import type { AmeliaConfig } from './amelia-config.ts'

/** Returns the settings unchanged, so that an editor completes and checks them. */
export const defineConfig = (config: AmeliaConfig): AmeliaConfig => config
