import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Serves the files of a folder on this machine alone. Port 0 is any that is free. */
export const serveFolder = async (folder, port = 0) => {
  const server = createServer(async (request, response) => {
    // A name without a slash: nothing outside of the folder can be asked for.
    const asked = /^\/([\w.-]*)$/.exec(new URL(request.url, 'http://localhost').pathname)
    const name = asked?.[1] === '' ? 'index.html' : (asked?.[1] ?? 'none')
    try {
      const body = await readFile(join(folder, name))
      response.setHeader('content-type', types[extname(name)] ?? 'application/octet-stream').end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise((listening) => server.listen(port, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }
}
