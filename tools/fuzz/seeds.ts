import { readFileSync } from "node:fs";
import { encode } from "fast-png";
import { zipSync } from "fflate";
import { BufferSource, EncodedPacketSink, Input, MP4 } from "mediabunny";

export type Bytes = Uint8Array<ArrayBuffer>;

export const utf8 = (text: string): Bytes => new Uint8Array(new TextEncoder().encode(text));
const base64 = (text: string): Bytes => new Uint8Array(Buffer.from(text, "base64"));
const join = (...parts: (Uint8Array | number[])[]): Bytes =>
	new Uint8Array(Buffer.concat(parts.map((part) => Uint8Array.from(part))));

function pngChunk(type: string, data: Uint8Array): Bytes {
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	return join(length, utf8(type), data, [0, 0, 0, 0]);
}

function pngs(): Bytes[] {
	const data = Uint8Array.from({ length: 24 * 16 * 3 }, (_, at) => at * 5);
	const plain = new Uint8Array(encode({ width: 24, height: 16, data, channels: 3 }));
	const texts = [pngChunk("tEXt", utf8("Author\0me")), pngChunk("eXIf", utf8("MM\0*"))];
	return [plain, join(plain.subarray(0, 33), ...texts, plain.subarray(33))];
}

function segment(marker: number, data: Uint8Array | number[]): Bytes {
	const length = data.length + 2;
	return join([0xff, marker, length >> 8, length & 255], data);
}

/** Our parsers ignore the contents of the tables. */
function jpegs(): Bytes[] {
	const tables = [segment(0xdb, new Uint8Array(65)), segment(0xc4, new Uint8Array(28))];
	const size = [8, 0, 48, 0, 64, 1, 1, 0x11, 0];
	const pixels = join(
		segment(0xda, [1, 1, 0, 0, 63, 0]),
		new Uint8Array(120).fill(0x5a),
		[0xff, 0xd9],
	);
	const jfif = segment(0xe0, utf8("JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0"));
	const metadata = [segment(0xe1, utf8("Exif\0\0MM\0*\0\0\0\b")), segment(0xfe, utf8("a comment"))];
	return [
		join([0xff, 0xd8], jfif, ...tables, segment(0xc0, size), pixels),
		join([0xff, 0xd8], ...metadata, ...tables, segment(0xc2, size), pixels),
	];
}

function riff(...chunks: [type: string, data: Uint8Array][]): Bytes {
	const body = chunks.flatMap(([type, data]) => {
		const length = Buffer.alloc(4);
		length.writeUInt32LE(data.length);
		return [utf8(type), length, data, new Uint8Array(data.length & 1)];
	});
	const whole = join(utf8("RIFF"), [0, 0, 0, 0], utf8("WEBP"), ...body);
	new DataView(whole.buffer).setUint32(4, whole.length - 8, true);
	return whole;
}

function webps(): Bytes[] {
	const lossy = base64("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA");
	const lossless = base64("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==");
	const extended = riff(
		["VP8X", Uint8Array.of(0x0c, 0, 0, 0, 31, 0, 0, 31, 0, 0)],
		["VP8 ", lossy.subarray(20)],
		["EXIF", utf8("Exif\0\0MM\0*")],
		["XMP ", utf8("<x:xmpmeta/>")],
	);
	return [lossy, lossless, extended];
}

const gif = base64("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");

export const BOUNDARY = "----formdata-boundary-0123456789";
export const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

function multiparts(): Bytes[] {
	const part = (disposition: string, body: string) =>
		`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${body}\r\n`;
	const file = `name="files"; filename="a \\"b\\" %22c%22.txt"\r\nContent-Type: text/plain`;
	return [
		utf8(
			`${part('name="title"', "A set")}${part(file, "hello\r\n--not the end")}--${BOUNDARY}--\r\n`,
		),
		utf8(
			`${part(`name="files"; filename*=utf-8''na%C3%AFve.txt`, "x".repeat(3000))}--${BOUNDARY}--`,
		),
		utf8(`${part('name="folderPaths"', "a/b/c")}${part("name=price", "5.00")}--${BOUNDARY}--\r\n`),
	];
}

function zips(): Bytes[] {
	const plain = zipSync({
		"tour/a.txt": utf8("hello"),
		"b.bin": new Uint8Array(300),
		"é.txt": utf8("x"),
	});
	return [new Uint8Array(plain), join(new Uint8Array(50), plain)];
}

function tars(): Bytes[] {
	const header = (name: string, size: number, kind: string) => {
		const block = Buffer.alloc(512);
		block.write(name);
		block.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
		block.write(kind, 156);
		block.write("ustar\u000000", 257);
		block.fill(32, 148, 156);
		const sum = block.reduce((all, byte) => all + byte, 0);
		block.write(`${sum.toString(8).padStart(6, "0")}\0`, 148);
		return block;
	};
	const long = utf8("deep/".repeat(30).padEnd(512, "\0"));
	return [
		join(
			header("a.txt", 700, "0"),
			new Uint8Array(1024),
			header("f/", 0, "5"),
			new Uint8Array(1024),
		),
		join(header("././@LongLink", 150, "L"), long, header("x", 3, "0"), new Uint8Array(1536)),
	];
}

const MEDIA = new URL("../../web/e2e/support/media/", import.meta.url);
/** Packets of Apple Lossless, each after its file's 24 bytes of format. */
async function alacPackets(): Promise<Bytes[]> {
	const packets: Bytes[] = [];
	for (const name of ["lossless.m4a", "lossless-24.m4a"]) {
		const file = new Uint8Array(readFileSync(new URL(name, MEDIA)));
		const at = Buffer.from(file).lastIndexOf("alac") + 8;
		const input = new Input({ formats: [MP4], source: new BufferSource(file) });
		const track = await input.getPrimaryAudioTrack();
		if (!track) throw new Error("a sample has no track");
		for await (const { data } of new EncodedPacketSink(track).packets())
			packets.push(join(file.subarray(at, at + 24), data));
	}
	return packets;
}

const BODIES = [
	{ email: "casey@example.test", password: "a long one", firstName: "Casey", plan: "free" },
	{
		title: "Sunset set",
		description: "Nine\npictures",
		price: "9.99",
		saleMode: "each",
		maxSales: 3,
		preview: { images: "watermark", clip: "30" },
		files: [{ name: "a.jpg", size: 1234, type: "image/jpeg", folderPath: "x/y", lastModified: 1 }],
	},
	{ shareId: "abcdefgh12345678", buyerEmail: "b@example.test", confirmationCode: "D-1A2B3C4D" },
	{ cashAppHandle: "$casey", releaseOnConfirmation: true },
	{ subject: "Help", message: "It does not open.", email: "c@example.test", reason: "other" },
	{
		total: 2,
		entries: [
			{ name: "a/b.txt", size: 5 },
			{ name: "c", size: 1e12 },
		],
	},
	{ files: ["abcdefgh12345678"], token: "x".repeat(43), code: "123456", ["__proto__"]: null },
];

const EMAILS = [
	"casey@example.test",
	"first.last+tag@sub.example.co.uk",
	"o'brien@example.test",
	" A@B.CO ",
	"müller@exämple.test",
	`${"a".repeat(64)}@${"b.".repeat(90)}test`,
	"a@b..c",
	'"q"@example.test',
];
const NAMES = [
	"photo.jpg",
	"../../etc/passwd",
	"C:\\Users\\me\\a.zip",
	"CON.txt",
	"gpj.\u202eexe",
	"e\u0301.txt",
	"a/b/c/d.png",
	".htaccess",
	"name with “quotes”; filename=x.mp4",
	"\ud800.txt",
	"長い名前.tar.gz",
];
const HEADERS = [
	"bytes=0-99",
	"bytes=-5",
	"bytes=1-2,4-9, ,",
	'W/"abc", "def"',
	"*",
	"Sun, 06 Nov 1994 08:49:37 GMT",
	"Sunday, 06-Nov-94 08:49:37 GMT",
	"__Host-session=abc; theme=dark",
	"de-DE,de;q=0.9,*;q=0.1",
	"2001:db8::1",
	"::ffff:192.0.2.1",
	"AQIDBA",
	"multipart/form-data; boundary=abc",
];

export const SEEDS = {
	png: async () => pngs(),
	jpeg: async () => jpegs(),
	webp: async () => webps(),
	gif: async () => [gif],
	magic: async () => [...pngs(), ...jpegs(), ...webps(), gif, ...zips(), ...tars(), utf8("<svg/>")],
	multipart: async () => multiparts(),
	zip: async () => zips(),
	tar: async () => tars(),
	alac: alacPackets,
	listing: async () => BODIES.slice(5, 6).map((body) => utf8(JSON.stringify(body))),
	json: async () => BODIES.map((body) => utf8(JSON.stringify(body))),
	email: async () => EMAILS.map(utf8),
	names: async () => NAMES.map(utf8),
	headers: async () => HEADERS.map(utf8),
} as const satisfies Record<string, () => Promise<Bytes[]>>;

export type TargetName = keyof typeof SEEDS;
