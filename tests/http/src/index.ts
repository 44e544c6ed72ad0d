export { findFreePort } from "./find-free-port.ts";
export { startHttp, type TestHttp } from "./start-http.ts";
export { type ProxyRequest, startProxy, type TestProxy } from "./start-proxy.ts";
