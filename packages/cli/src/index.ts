/** The command line as a function, and the types of its config file. */
export type { AmeliaConfig, AmeliaSettings } from './lib/setting/config/amelia-config.ts'
export { defineConfig } from './lib/setting/config/define-config.ts'
export { main } from './lib/main.ts'
