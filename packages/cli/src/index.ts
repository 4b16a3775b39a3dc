export type { AmeliaConfig, AmeliaSettings } from './lib/config/amelia-config.ts'
export { defineConfig } from './lib/config/define-config.ts'
export { main } from './lib/main.ts'
