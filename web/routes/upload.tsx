export { UploadPage as default } from "../features/upload/screen/upload-page.tsx";
