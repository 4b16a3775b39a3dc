import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Serves the files of a folder on this machine alone. Port 0 is any that is free. */
export const serveFolder = async (folder, port = 0) => {
  const server = createServer(async (request, response) => {
    const name = /^\/([\w.-]*)$/.exec(new URL(request.url, 'http://localhost').pathname)?.[1]
    try {
      const body = await readFile(join(folder, name || 'index.html'))
      response
        .setHeader('content-type', types[extname(name || 'index.html')] ?? 'application/octet-stream')
        .end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise((listening) => server.listen(port, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }
}
