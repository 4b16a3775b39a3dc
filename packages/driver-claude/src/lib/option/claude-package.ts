import { fileURLToPath } from 'node:url'
import { type AgentSdk, sdkHint } from '@amelia/agent-process'

/** The vendor's package, in the version this driver is tested with. */
export const claudePackage: AgentSdk = {
  title: 'The Claude Agent SDK',
  name: '@anthropic-ai/claude-agent-sdk',
  version: '0.3.330',
  range: '>=0.3.330 <0.4.0',
  size: '430 MB',
  driver: '@amelia/driver-claude',
  from: fileURLToPath(import.meta.url),
  entry: 'query',
}

/** How to install the package. */
export const installHint = sdkHint(claudePackage)
