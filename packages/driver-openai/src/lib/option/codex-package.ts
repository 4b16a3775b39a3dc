import { fileURLToPath } from 'node:url'
import type { AgentSdk } from '@amelia/agent-process'

/** The vendor's package, in the version this driver is tested with. */
export const codexPackage: AgentSdk = {
  title: 'The Codex SDK',
  name: '@openai/codex-sdk',
  version: '0.163.0',
  range: '>=0.163.0 <1.0.0',
  size: '410 MB',
  driver: '@amelia/driver-openai',
  from: fileURLToPath(import.meta.url),
  entry: 'Codex',
}
