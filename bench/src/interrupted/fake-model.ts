/** The model server that the driver's tests with the real agent use. */
export {
  call,
  createFakeAnthropic,
  done,
  fail,
  finish,
  type MessagesRequest,
  type Reply,
} from '../../../packages/driver-claude/test/agents/fake-anthropic.ts'
