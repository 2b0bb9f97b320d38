// MiniSearch over a folder of notes, set up as Omnisearch's is: for bench_minisearch.py. Prints one line of JSON.
import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

const [folder, library] = process.argv.slice(2)
const { default: MiniSearch } = await import(library)

function notes(of) {
  return readdirSync(of, { withFileTypes: true }).flatMap((one) => {
    const path = join(of, one.name)
    return one.isDirectory() ? notes(path) : one.name.endsWith('.md') ? [path] : []
  })
}

const began = process.cpuUsage()
const start = performance.now()
const documents = notes(folder).map((path, id) => {
  const content = readFileSync(path, 'utf8')
  const headings = [...content.matchAll(/^(#{1,3}) +(.+)$/gm)].map((found) => found[2]).join(' ')
  return { id, name: basename(path, '.md'), folder: relative(folder, dirname(path)), headings, content }
})
const index = new MiniSearch({ fields: ['name', 'folder', 'headings', 'content'], storeFields: ['name'] })
index.addAll(documents)
const used = process.cpuUsage(began)
const seconds = (performance.now() - start) / 1000
const kept = performance.now()
const size = JSON.stringify(index).length
console.log(
  JSON.stringify({
    notes: documents.length,
    cpu: (used.user + used.system) / 1e6,
    seconds,
    keep: (performance.now() - kept) / 1000,
    bytes: size,
    resident: process.memoryUsage().rss,
  }),
)
