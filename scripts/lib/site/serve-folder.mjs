import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const types = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
}

/**
 * Serves a built site on loopback as servers of static sites do: `/a` is `a.html`, and an unknown address is
 * `404.html`. Resolves with the address and a function that ends the server.
 */
export const serveFolder = async (folder) => {
  const isFile = (path) => existsSync(path) && statSync(path).isFile()
  const server = createServer((request, response) => {
    const path = join(folder, decodeURIComponent(new URL(request.url, 'http://localhost').pathname))
    const file = [path, `${path}.html`, join(path, 'index.html')].find(isFile)
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': `${types[extname(file ?? '404.html')] ?? 'application/octet-stream'}; charset=utf-8`,
    })
    createReadStream(file ?? join(folder, '404.html')).pipe(response)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    end: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
