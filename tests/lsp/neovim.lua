-- Uses `fsfind lsp` from Neovim: opens a file, waits for its diagnostics, hovers, takes the code
-- action and saves. Writes what it saw as JSON into $RESULT. Neovim 0.7 can do all of this.
local fsfind, folder = vim.env.FSFIND, vim.env.PROJECT
local patience, step = 120000, 50 -- milliseconds; only ends what would hang
local seen = {}

local function finish()
  local file = io.open(vim.env.RESULT, 'w')
  file:write(vim.fn.json_encode(seen))
  file:close()
  vim.cmd('qall!')
end

local function wait_for(what, condition)
  if not vim.wait(patience, condition, step) then
    seen.failed = what
    finish()
  end
end

vim.ui.select = function(actions, options, choose)
  local items = vim.tbl_map(options.format_item or tostring, actions)
  seen.actions = items
  choose(actions[1], 1)
end

vim.cmd('edit ' .. vim.fn.fnameescape(folder .. '/src/stats.h'))
local client = vim.lsp.start_client({ name = 'fsfind', cmd = { fsfind, 'lsp' }, root_dir = folder })
vim.lsp.buf_attach_client(0, client)

wait_for('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
local diagnostic = vim.diagnostic.get(0)[1]
seen.diagnostic = { line = diagnostic.lnum, from = diagnostic.col, to = diagnostic.end_col,
  severity = diagnostic.severity, message = diagnostic.message }

vim.api.nvim_win_set_cursor(0, { diagnostic.lnum + 1, diagnostic.col })
wait_for('hover', function()
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/hover',
    vim.lsp.util.make_position_params(0, 'utf-16'), patience)
  local answer = answers and answers[client]
  seen.hover = answer and answer.result and answer.result.contents.value
  return seen.hover
end)

vim.lsp.buf.code_action()
wait_for('the edit', function()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false)):find('_Alignas') ~= nil
end)
vim.cmd('write')
wait_for('no diagnostics', function() return #vim.diagnostic.get(0) == 0 end)
vim.lsp.stop_client(client)
wait_for('the end', function() return vim.lsp.get_client_by_id(client) == nil end)
finish()
