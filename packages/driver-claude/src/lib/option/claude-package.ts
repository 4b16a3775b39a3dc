import { type AgentSdk, sdkHint } from '@amelia/agent-process'

/** The vendor's package, in the version this driver is tested with. */
export const claudePackage: AgentSdk = {
  title: 'The Claude Agent SDK',
  name: '@anthropic-ai/claude-agent-sdk',
  version: '0.3.330',
  size: '430 MB',
  driver: '@amelia/driver-claude',
  entry: 'query',
}

/** How to install the package. */
export const installHint = sdkHint(claudePackage)
