import type { Readable, Writable } from 'node:stream'
import { Readable as Readables, Writable as Writables } from 'node:stream'
import type {
  ClientContext,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk'
import type { SessionNotification } from '@agentclientprotocol/sdk'
import type { ChildProcess } from 'node:child_process'

/** Answers an agent's requests and receives its updates. */
export interface Client {
  /** Answers a permission request. */
  permit(request: RequestPermissionRequest): Promise<RequestPermissionResponse>
  /** Receives an update. */
  update(notification: SessionNotification): void
}

/** The agent's answers on the protocol. */
export type AgentRequests = Pick<ClientContext, 'request' | 'notify'>

/** Loads the protocol's package late: most runs of a program use no agent of this kind. */
export const connectAgent = async (
  child: ChildProcess,
  { permit, update }: Client,
): Promise<AgentRequests> => {
  const { client, ndJsonStream } = await import('@agentclientprotocol/sdk')
  const stream = ndJsonStream(
    Writables.toWeb(child.stdin as Writable),
    Readables.toWeb(child.stdout as Readable) as ReadableStream<Uint8Array>,
  )
  return client({ name: 'amelia' })
    .onRequest('session/request_permission', ({ params }) => permit(params))
    .onNotification('session/update', ({ params }) => update(params))
    .connect(stream).agent
}
