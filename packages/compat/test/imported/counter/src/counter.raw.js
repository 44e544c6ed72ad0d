(function (w, d) {
  const granted = /(?:^|; )__gitbook_cookie_granted=yes/.test(d.cookie);
  if (granted) w.counted = "<TO_REPLACE>";
})(window, document);
