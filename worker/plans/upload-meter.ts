import { DurableObject } from "cloudflare:workers";

export class UploadMeter extends DurableObject<Env> {}
