import { deflateRawSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { file } from "./packed.ts";
import { book, photo, type SampleFile } from "./sample-files.ts";

/** `stated`: the size that the directory claims. */
function zipOf(name: string, path: string, packed: Buffer, stated: number): SampleFile {
	const local = Buffer.alloc(30);
	local.writeUInt32LE(0x04034b50, 0);
	local.writeUInt16LE(8, 8);
	local.writeUInt32LE(packed.length, 18);
	local.writeUInt16LE(path.length, 26);
	const entry = Buffer.alloc(46);
	entry.writeUInt32LE(0x02014b50, 0);
	entry.writeUInt16LE(8, 10);
	entry.writeUInt32LE(packed.length, 20);
	entry.writeUInt32LE(stated, 24);
	entry.writeUInt16LE(path.length, 28);
	const directory = Buffer.concat([entry, Buffer.from(path)]);
	const start = 30 + path.length + packed.length;
	const end = Buffer.alloc(22);
	end.writeUInt32LE(0x06054b50, 0);
	end.writeUInt16LE(1, 10);
	end.writeUInt32LE(directory.length, 12);
	end.writeUInt32LE(start, 16);
	return file(name, Buffer.concat([local, Buffer.from(path), packed, directory, end]));
}

/** Claims to have 3.6 billion pixels. */
function hugePng(): Uint8Array {
	const bytes = Buffer.from(photo("x.png", 16, 16).buffer);
	bytes.writeUInt32BE(60_000, 16);
	bytes.writeUInt32BE(60_000, 20);
	return bytes;
}

function box(type: string, content: Buffer): Buffer {
	const head = Buffer.alloc(8);
	head.writeUInt32BE(8 + content.length);
	head.write(type, 4);
	return Buffer.concat([head, content]);
}

/** None of them has a preview. */
export function hostileFiles(): SampleFile[] {
	const whole = book("x.pdf", 3).buffer;
	const endless =
		"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000000 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF";
	const zeros = deflateRawSync(Buffer.alloc(256 * 1024 * 1024), { level: 1 });
	const triangles = Buffer.alloc(84 + 50);
	triangles.writeUInt32LE(0xfffffff0, 80);
	const recording = Buffer.alloc(54);
	recording.write("FORM\0\0\0\u0030AIFFCOMM\0\0\0\u0012", "latin1");
	recording.write("SSND", 38);
	recording.writeUInt32BE(0xffffffff, 42);
	return [
		file("cut.pdf", whole.subarray(0, 300)),
		file("endless.pdf", endless),
		file("noise.ai", `%PDF-1.7\n${"\u0001<<[(".repeat(20_000)}`),
		zipOf("bomb.docx", "word/document.xml", zeros, 1000),
		zipOf("bomb.odt", "content.xml", zeros, 0xfffffff0),
		zipOf("damaged.epub", "META-INF/container.xml", Buffer.alloc(500, 0x37), 500),
		file("pixels.sketch", zipSync({ "previews/preview.png": new Uint8Array(hugePng()) })),
		file(
			"loop.epub",
			zipSync({
				"META-INF/container.xml": strToU8("<rootfile full-path='META-INF/container.xml'/>"),
			}),
		),
		file("deep.rtf", `{\\rtf1${"{".repeat(400_000)}`),
		file("broken.ttf", Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 9]), Buffer.alloc(4000, 0x5a)])),
		file("lying.stl", triangles),
		file(
			"lying.glb",
			Buffer.concat([Buffer.from("glTF\u0002\0\0\0", "latin1"), Buffer.alloc(40, 0xff)]),
		),
		file(
			"beside.gltf",
			'{"asset":{"version":"2.0"},"buffers":[{"uri":"https://example.test/x.bin","byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":36}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}]}',
		),
		file("nothing.obj", "v a b c\nf 1 2 3\n".repeat(1000)),
		file(
			"silent.mp4",
			Buffer.concat([
				box("ftyp", Buffer.from("isom\0\0\u0002\0isom", "latin1")),
				box("moov", Buffer.alloc(0)),
			]),
		),
		file("stub.mp3", Buffer.from([0xff, 0xfb, 0x90, 0xc4])),
		file("lying.aiff", recording),
		file(
			"cut.flac",
			Buffer.concat([Buffer.from("fLaC\0\0\0\u0022", "latin1"), Buffer.alloc(38, 0xff)]),
		),
	];
}
