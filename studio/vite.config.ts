// The page is one file: script, style and the compressed engine are inside it, so that it opens from a disk, from any server
// and from the command alike.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

function oneFile(): Plugin {
  return {
    name: "carom-one-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = Object.values(bundle).find((file) => file.fileName === "index.html");
      if (page?.type !== "asset") throw new Error("the build has no index.html");
      let html = String(page.source);
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk") {
          const code = file.code.replace(/<\/script/g, "<\\/script");
          html = html.replace(/<script[^>]*src="[^"]*"[^>]*><\/script>/, "");
          html = html.replace("</body>", () => `<script type="module">${code}</script>\n</body>`);
          delete bundle[file.fileName];
        } else if (file.fileName.endsWith(".css")) {
          html = html.replace(/<link[^>]*rel="stylesheet"[^>]*>/, () => `<style>${String(file.source)}</style>`);
          delete bundle[file.fileName];
        }
      }
      const engine = gzipSync(readFileSync("generated/carom.wasm"), { level: 9 }).toString("base64");
      page.source = html.replace("<!--engine-->", () => engine);
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [oneFile()],
  build: { target: "es2022", cssCodeSplit: false, modulePreload: false, chunkSizeWarningLimit: 3000, assetsInlineLimit: 1e8 },
  // A page from a disk has no origin, and Chromium starts no module worker there.
  worker: { format: "iife" },
});
