import type { DriverV1 } from '@amelia/core'
import { apiAgent } from '@amelia/driver-ai-sdk'
import type { Agent } from './agent.ts'
import { chatModel } from './chat-model.ts'

/** Creates the driver of an agent. It is in a separate script that is loaded for runs with an agent. */
export const createDriver = (agent: Agent): DriverV1 =>
  apiAgent({ model: chatModel(agent), provider: new URL(agent.address).host, commands: true })
