import { describe, expect, it } from '@jest/globals';
import { shopCompose, shopVariables } from './shop-settings.ts';

const compose = shopCompose();

describe('shopVariables', () => {
  it('asks for a free port where nobody asks for one', () => {
    expect(shopVariables({}, compose)).toEqual({ SHOP_GATEWAY_PORT: '0' });
  });

  it("turns settings into the compose file's variables", () => {
    const settings = { port: 8081, ratePerSecond: 40, provider: 'slow', telemetryEndpoint: 'http://a:4318' } as const;
    expect(shopVariables({ ...settings, variables: { SHOP_TRACE_RATIO: '0.1' } }, compose)).toEqual({
      SHOP_GATEWAY_PORT: '8081',
      SHOP_RATE_PER_SECOND: '40',
      SHOP_PROVIDER_PROFILE: 'slow',
      SHOP_OTLP_ENDPOINT: 'http://a:4318',
      SHOP_TRACE_RATIO: '0.1',
    });
  });

  it.each(['SHOP_RAET', 'COMPOSE_PROJECT_NAME'])('refuses %s, which is not to be set', (name) => {
    expect(() => shopVariables({ variables: { [name]: '1' } }, compose)).toThrow(/uses no variable named/);
  });

  it('refuses one thing set twice', () => {
    const settings = { port: 8081, variables: { SHOP_GATEWAY_PORT: '8082' } };
    expect(() => shopVariables(settings, compose)).toThrow('--port and --set SHOP_GATEWAY_PORT set the same thing');
  });
});
