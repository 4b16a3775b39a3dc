import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves the repositories below a folder with git's http-backend to clients with this password. */
export const serveGit = async (
  root: string,
  password: string,
): Promise<{ url: string; close(): Promise<void> }> => {
  const server = createServer((request, response) => {
    const given = Buffer.from(
      `${request.headers.authorization ?? ''}`.replace('Basic ', ''),
      'base64',
    ).toString()
    if (given !== `person:${password}`) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
      return
    }
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
    const child = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env.PATH ?? '',
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        REQUEST_METHOD: request.method ?? 'GET',
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        REMOTE_USER: 'person',
      },
    })
    request.pipe(child.stdin)
    const parts: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => parts.push(part))
    child.on('close', () => {
      const whole = Buffer.concat(parts)
      const end = whole.indexOf('\r\n\r\n')
      let status = 200
      for (const line of whole.subarray(0, end).toString().split('\r\n')) {
        const [name = '', value = ''] = line.split(': ')
        if (name === 'Status') status = Number.parseInt(value, 10)
        else response.setHeader(name, value)
      }
      response.writeHead(status).end(whole.subarray(end + 4))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
