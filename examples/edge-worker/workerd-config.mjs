const bindings = (texts, object) =>
  [
    ...Object.entries(texts).map(([name, text]) => `(name = "${name}", text = ${JSON.stringify(text)})`),
    ...(object === undefined
      ? []
      : [`(name = "${object.toUpperCase()}", durableObjectNamespace = "${object}")`]),
  ].join(', ')

/** The class of a Durable Object, bound under its name in capitals. */
const durableObject = (name) => `,
  durableObjectNamespaces = [(className = "${name}", uniqueKey = "${name}")],
  durableObjectStorage = (inMemory = void)`

/** The configuration of a workerd that serves one file on this machine. */
export const workerdConfig = (
  file,
  { port, texts, object },
) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    # A Worker may fetch from anywhere: its remotes.
    (name = "internet", network = (allow = ["public", "private", "local"], tlsOptions = (trustBrowserCas = true)))
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "${file}")],
  compatibilityDate = "2026-04-01",
  globalOutbound = "internet",
  bindings = [${bindings(texts, object)}]${object === undefined ? '' : durableObject(object)}
);
`
