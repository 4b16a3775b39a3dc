import { checkArgument, rules } from '@amelia/core/plugin'
import type { AmeliaConfig } from './amelia-config.ts'

/** Returns the settings unchanged, so that an editor completes and checks them. Throws `OPTION_INVALID`. */
export const defineConfig = (config: AmeliaConfig): AmeliaConfig => {
  checkArgument('defineConfig', 'config', config, rules.object)
  return config
}
