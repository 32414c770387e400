import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { defineConfig } from 'vite'

const target = '../src/sandtable/server/static'

/** Leave a .br and a .gz beside every text file, so that the server need not compress at run time. */
const compress = {
  name: 'compress',
  closeBundle() {
    const walk = (dir: string): void => {
      for (const name of readdirSync(dir)) {
        const file = join(dir, name)
        if (statSync(file).isDirectory()) walk(file)
        else if (/\.(js|css|html|svg|json)$/.test(name)) {
          const data = readFileSync(file)
          writeFileSync(`${file}.br`, brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
          writeFileSync(`${file}.gz`, gzipSync(data, { level: 9 }))
        }
      }
    }
    walk(target)
  },
}

export default defineConfig({
  build: { outDir: target, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [compress],
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8056', ws: true } } },
})
