// Ask every few seconds whether somebody has opened the door.
setInterval(() => location.reload(), 3000);
