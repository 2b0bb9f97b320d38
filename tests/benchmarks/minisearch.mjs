// Indexes a folder of notes with MiniSearch, configured like Omnisearch, for bench_minisearch.py. Prints one line of JSON.
import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

const [folder, library] = process.argv.slice(2)
const { default: MiniSearch } = await import(library)

function notes(parent) {
  return readdirSync(parent, { withFileTypes: true }).flatMap((entry) => {
    const path = join(parent, entry.name)
    return entry.isDirectory() ? notes(path) : entry.name.endsWith('.md') ? [path] : []
  })
}

const cpuStart = process.cpuUsage()
const start = performance.now()
const documents = notes(folder).map((path, id) => {
  const content = readFileSync(path, 'utf8')
  const headings = [...content.matchAll(/^(#{1,3}) +(.+)$/gm)].map((match) => match[2]).join(' ')
  return { id, name: basename(path, '.md'), folder: relative(folder, dirname(path)), headings, content }
})
const index = new MiniSearch({ fields: ['name', 'folder', 'headings', 'content'], storeFields: ['name'] })
index.addAll(documents)
const used = process.cpuUsage(cpuStart)
const seconds = (performance.now() - start) / 1000
const serializationStart = performance.now()
const size = JSON.stringify(index).length
console.log(
  JSON.stringify({
    notes: documents.length,
    cpu: (used.user + used.system) / 1e6,
    seconds,
    keep: (performance.now() - serializationStart) / 1000,
    bytes: size,
    resident: process.memoryUsage().rss,
  }),
)
