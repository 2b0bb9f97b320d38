// Questions put to MiniSearch over a folder of notes, with Omnisearch's fields and weights. Prints paths as JSON.
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

const headings = (content, level) =>
  [...content.matchAll(/^(#{1,3}) +(.+)$/gm)].filter((found) => found[1].length === level).map((found) => found[2]).join(' ')

const documents = notes(folder).map((path, id) => {
  const content = readFileSync(path, 'utf8')
  const aliases = content.match(/^aliases: \[(.*)\]$/m)?.[1] ?? ''
  return {
    id, path: relative(folder, path), basename: basename(path, '.md'), aliases, directory: relative(folder, dirname(path)),
    headings1: headings(content, 1), headings2: headings(content, 2), headings3: headings(content, 3), content,
  }
})
const boost = { basename: 10, aliases: 10, directory: 7, headings1: 6, headings2: 5, headings3: 4 }
const index = new MiniSearch({ fields: [...Object.keys(boost), 'content'], storeFields: ['path'] })
index.addAll(documents)
// Omnisearch wants all words; a question asked so finds nothing, so any of them is asked for here.
const options = {
  boost, combineWith: 'OR', prefix: (term) => term.length >= 3,
  fuzzy: (term) => (term.length <= 3 ? 0 : term.length <= 5 ? 0.05 : 0.1),
}
const asked = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify(asked.map((one) => index.search(one, options).slice(0, 50).map((found) => found.path))))
